import { z } from "zod";

// In a browser zod would try `new Function`, which violates the content policy. Schemas are created with this already set.
if ("document" in globalThis) z.config({ jitless: true });

export { z };
