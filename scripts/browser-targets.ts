/** The oldest supported browsers, for the builds; `browserslist` in package.json says the same. */
export const browserTargets = ["chrome109", "edge109", "firefox115", "safari16.4"];
