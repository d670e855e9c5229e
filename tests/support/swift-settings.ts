export type SwiftPlace = { folder: string; port: number; user: string };

/** Configuration of an account, container or object server, on one simulated disk. */
export function serverSettings(name: string, { folder, port, user }: SwiftPlace): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${user}
swift_dir = ${folder}
devices = ${folder}/disks
mount_check = false
workers = 0
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
}

const filters = [
  "catch_errors",
  "gatekeeper",
  "healthcheck",
  "cache",
  "listing_formats",
  "s3api",
  "tempauth",
  "copy",
  "slo",
  "dlo",
  "versioned_writes",
];
const plain = filters.filter((name) => !["cache", "s3api", "tempauth"].includes(name));

/** Configuration of the proxy: the S3 API, with signatures checked against one user's secret. */
export function proxySettings({ folder, port, user }: SwiftPlace): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${user}
swift_dir = ${folder}
workers = 0
[pipeline:main]
pipeline = ${filters.join(" ")} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
# Signatures with a wrong clock are rejected; the fault tests move clocks by up to two hours.
allowable_clock_skew = 10800
[filter:tempauth]
use = egg:swift#tempauth
user_loja_chave = segredo .admin
# It insists on a memcached and does without when none answers.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
error_suppression_limit = 1
error_suppression_interval = 86400
${plain.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join("")}`;
}

/** Registers one server per kind, given as "name=port". Swift's own tool would have to start nine times. */
export const ringProgram = `
import sys
from swift.common.ring import RingBuilder
for name, port in (given.split("=") for given in sys.argv[1:]):
    builder = RingBuilder(0, 1, 0)
    place = dict(ip="127.0.0.1", port=int(port), replication_ip="127.0.0.1", replication_port=int(port))
    builder.add_dev(dict(id=0, region=1, zone=1, device="disk", weight=1, meta="", **place))
    builder.rebalance()
    builder.get_ring().save(name + ".ring.gz")
`;
