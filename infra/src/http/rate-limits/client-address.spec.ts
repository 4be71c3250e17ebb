import { expect, test } from 'vitest'
import { clientAddressKey, clientNetwork } from './client-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.2', '192.0.2.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]x', '[2001:db8:1:2::3]x'],
  ['x[2001:db8:1:2::3]', 'x[2001:db8:1:2::3]'],
  ['192.0.2.1:512x', '192.0.2.1:512x'],
  ['x192.0.2.1:512', 'x192.0.2.1:512'],
  ['not an address', 'not an address'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (address, key) => {
  expect(clientAddressKey(address)).toBe(key)
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  [undefined, 'unknown'],
])('attempts at an account from %s count for %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
