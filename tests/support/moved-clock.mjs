// Preloaded into a shop: moves its clock by the milliseconds in the file MOVED_CLOCK, which is read every 250 ms. The
// embedded database uses the same clock.
import { readFileSync } from "node:fs";

const file = process.env.MOVED_CLOCK;
const RealDate = Date;
let offset = 0;

function readOffset() {
  try {
    offset = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    offset = 0;
  }
}

class MovedDate extends RealDate {
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(RealDate.now() + offset);
  }

  static now() {
    return RealDate.now() + offset;
  }
}

readOffset();
setInterval(readOffset, 250).unref();
globalThis.Date = MovedDate;
