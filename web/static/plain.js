// A page that does nothing by itself.

import { shell } from "./shell.js";

shell();
