// A scenario to read: its diagram as large as one likes.

import { shell } from "./shell.js";
import { zoomable } from "./zoom.js";

zoomable();
shell();
