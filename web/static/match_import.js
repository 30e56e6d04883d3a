// A match file that is dropped anywhere on the page, as if it had been chosen.

import { drops } from "./drops.js";
import { shell } from "./shell.js";

const form = document.querySelector("#bring");
if (form) drops(form);
shell();
