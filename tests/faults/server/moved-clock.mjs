// Loaded before a shop: its clock is as many milliseconds off as the file named by MOVED_CLOCK says, read anew each
// quarter of a second. The embedded database, which takes its time from the same clock, moves with it.
import { readFileSync } from "node:fs";

const file = process.env.MOVED_CLOCK;
const RealDate = Date;
let offset = 0;

function look() {
  try {
    offset = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    offset = 0;
  }
}

class MovedDate extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(RealDate.now() + offset);
  }

  static now() {
    return RealDate.now() + offset;
  }
}

look();
setInterval(look, 250).unref();
globalThis.Date = MovedDate;
