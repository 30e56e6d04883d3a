// A book: its chapters, and what every page has.

import { browse } from "./chapters.js";
import { shell } from "./shell.js";

browse();
shell();
