// A scenario to read: its diagram as large as one likes.

import { shell } from "../../static/shell.js";
import { zoomable } from "./zoom.js";

zoomable();
shell();
