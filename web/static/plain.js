// A page without a script of its own.

import { shell } from "./shell.js";

shell();
