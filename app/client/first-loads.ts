/** Loading of files that the first render needs, on the server and in the browser; both wait for it. */
export const firstLoads: Promise<unknown>[] = [];
