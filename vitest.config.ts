import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "embedded",
          include: [
            "app/**/*.test.{ts,tsx}",
            "demo/**/*.test.ts",
            "tests/integration/**/*.test.ts",
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
