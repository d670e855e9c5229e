import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table is small: one manifest with the page beats a request for each link that comes into view.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
