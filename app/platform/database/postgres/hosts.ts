/**
 * One address per host of a PostgreSQL address with several, as libpq writes them:
 * `postgres://user@one:5432,two:5432/shop`. Exactly one of the servers is the primary, the others are its standbys.
 */
export function listHosts(url: string): string[] {
  const [, start = "", hosts = "", rest = ""] =
    /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts === "" ? [url] : hosts.split(",").map((host) => start + host + rest);
}
