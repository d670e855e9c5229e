type Place = { folder: string; port: number; user: string };

/** What the servers behind the door keep: accounts, containers or objects, on one pretended disk. */
export function serverSettings(name: string, { folder, port, user }: Place): string {
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

/** The door: the S3 dialect, its signatures checked against one user's secret. */
export function proxySettings({ folder, port, user }: Place): string {
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
