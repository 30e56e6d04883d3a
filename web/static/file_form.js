// A page with a form that takes files, and where it is to, also whatever is dropped anywhere on the page.

import { drops } from "./drops.js";
import { shell } from "./shell.js";
import { sendNoneTooLarge } from "./too_large.js";

const form = document.querySelector("#bring");
if (form) drops(form);
sendNoneTooLarge();
shell();
