/** "::ffff:10.0.0.1", the form of a dual-stack socket, → "10.0.0.1"; any other address unchanged. */
export function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
