import { isIPv6 } from 'node:net'

/**
 * The name under which an address is counted. An IPv4 address counts for itself, also when it is written as IPv6;
 * of an IPv6 address the first 64 bits count, since whoever has one of them has them all.
 */
export function clientAddressKey(address: string | undefined): string {
  if (!address) return 'unknown'
  const plain = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1]) return mapped[1]
  return isIPv6(plain) ? `${network(plain)}::/64` : plain
}

function network(address: string): string {
  const [left = '', right] = address.toLowerCase().split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right ? right.split(':') : []
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
