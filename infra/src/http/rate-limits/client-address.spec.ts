import { expect, test } from 'vitest'
import { clientAddressKey, clientNetwork, eventAddresses, parseProxies } from './client-address.ts'

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

test.each([
  ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
  ['loopback,linklocal,uniquelocal,', ['loopback', 'linklocal', 'uniquelocal']],
  ['::1', ['::1']],
  ...'true 1 10 0x7f000001 10.0.0.0/0 10.0.0.0/8/9 10.0.0.0/ ::1/255.0.0.0 proxy.example 127.0.0.1,true 10.0.0.0/99'
    .split(' ')
    .map((list): [string, undefined] => [list, undefined]),
])('the list %s names the trusted proxies %j', (list, proxies) => {
  expect(parseProxies(list)).toEqual(proxies)
})

const until = '2026-03-02T18:00:00.000Z'
const configuredUntil = '2026-03-02T19:00:00.000Z'

function setUp({ networks = ['203.0.113.0/24', '2001:db8:7::/48'], configured = ['198.51.100.7'] } = {}) {
  const state = { now: Date.parse(until) - 1, failure: undefined as Error | undefined, failures: 0 }
  const isAtEvent = eventAddresses({
    configured: { networks: configured, until: configuredUntil },
    current: async () => {
      if (state.failure) throw state.failure
      return networks.length === 0 ? null : { networks, until }
    },
    clock: () => state.now,
    onFailure: () => (state.failures += 1),
  })
  return { state, isAtEvent }
}

test.each([
  ['203.0.113.7', true],
  ['::ffff:203.0.113.7', true],
  // Some proxies add the port.
  ['203.0.113.7:51234', true],
  ['[2001:db8:7:1::9]:443', true],
  ['203.0.114.7:51234', false],
  ['203.0.114.7', false],
  ['2001:db8:7:1::9', true],
  ['2001:db8:8::9', false],
  ['198.51.100.7', true],
  ['198.51.100.8', false],
  ['no address', false],
  [undefined, false],
])('%s is at the event: %s', async (address, expected) => {
  expect(await setUp().isAtEvent(address)).toBe(expected)
})

test('the event ends at its time, and so do the networks of the configuration', async () => {
  const { state, isAtEvent } = setUp()
  expect(await isAtEvent('203.0.113.7')).toBe(true)
  state.now += 1
  expect([await isAtEvent('203.0.113.7'), await isAtEvent('198.51.100.7')]).toEqual([false, true])
  state.now = Date.parse(configuredUntil)
  expect(await isAtEvent('198.51.100.7')).toBe(false)
})

test('while the event cannot be read, the limits hold for all but networks of the configuration', async () => {
  const { state, isAtEvent } = setUp()
  state.failure = new Error('The store is away.')
  expect([await isAtEvent('203.0.113.7'), await isAtEvent('198.51.100.7')]).toEqual([false, true])
  expect(state.failures).toBe(1)
})
