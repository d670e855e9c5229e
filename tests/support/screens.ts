/** Options of `test.use` for the screens of the browser tests. */
export const desktopScreen = { viewport: { width: 1280, height: 900 } };
export const phoneScreen = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

/** The screens on which every page is looked at: the narrowest and a wide one. */
export const sweepScreens = [phoneScreen, { viewport: { width: 1440, height: 900 } }];

/** A phone with the service worker, which the other tests block because they expect responses from the network. */
export const offlinePhone = { ...phoneScreen, serviceWorkers: "allow" as const };
