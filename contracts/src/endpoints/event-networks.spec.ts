import { expect, test } from 'vitest'
import {
  eventNetworks,
  isEventNetwork,
  maxEventMs,
  parseEventNetworks,
  splitNetworks,
} from './event-networks.ts'

test.each(['203.0.113.7', '203.0.113.0/24', '10.0.0.0/8', '2001:db8::7', '2001:db8::/48', 'fd00::/16'])(
  '%s is a network of an event',
  (text) => expect(isEventNetwork(text)).toBe(true),
)

test.each([
  '0.0.0.0/0',
  '128.0.0.0/1',
  '10.0.0.0/7',
  '::/0',
  '2000::/3',
  '203.0.113.0/33',
  '203.0.113/24',
  '203.0.113.256',
  'loopback',
  'example.org',
  '*',
  '',
  '203.0.113.7/24/8',
  '203.0.113.7,203.0.113.8',
  // All addresses of IPv4, written as IPv6.
  '::ffff:0:0/96',
  '0:0:0:0:0:ffff::/97',
  '::/16',
])('%s is none', (text) => expect(isEventNetwork(text)).toBe(false))

test('a list may be separated by commas, spaces and lines', () => {
  expect(splitNetworks(' 203.0.113.7, 2001:db8::/48;\n198.51.100.0/24 ')).toEqual([
    '203.0.113.7',
    '2001:db8::/48',
    '198.51.100.0/24',
  ])
})

test('an event has one to twenty networks and an end', () => {
  const until = '2026-03-02T18:00:00.000Z'
  const isValid = (value: unknown) => eventNetworks.safeParse(value).success
  expect(isValid({ networks: ['203.0.113.7'], until })).toBe(true)
  expect(isValid({ networks: [], until })).toBe(false)
  expect(isValid({ networks: ['0.0.0.0/0'], until })).toBe(false)
  expect(isValid({ networks: Array(21).fill('203.0.113.7'), until })).toBe(false)
  expect(isValid({ networks: ['203.0.113.7'] })).toBe(false)
  expect(isValid({ networks: ['203.0.113.7'], until: 'tomorrow' })).toBe(false)
})

test('says what is wrong with the networks', () => {
  const messageFor = (...networks: string[]) =>
    eventNetworks.safeParse({ networks, until: '2026-03-02T18:00:00Z' }).error?.issues[0]?.message
  expect(messageFor()).toBe('Enter at least one network')
  expect(messageFor('example.org')).toMatch(/^Enter addresses or networks, such as /)
  expect(messageFor(...Array.from({ length: 21 }, (_, index) => `203.0.113.${index}`))).toBe(
    'At most 20 networks',
  )
})

const now = Date.parse('2026-03-02T08:00:00Z')
const latest = new Date(now + maxEventMs).toISOString().replace('.000', '')

test('networks with an end, at most thirty days from now, are read from one text', () => {
  expect(parseEventNetworks(' 203.0.113.0/24,2001:db8::/48@2026-03-02T18:00+01:00\n', now)).toEqual({
    networks: ['203.0.113.0/24', '2001:db8::/48'],
    until: '2026-03-02T17:00:00.000Z',
  })
  expect(parseEventNetworks(`203.0.113.7@${latest}`, now)).toBeDefined()
  expect(parseEventNetworks(`203.0.113.7@${latest}`, now - 1)).toBeUndefined()
  expect(parseEventNetworks('203.0.113.7@2020-01-01T00:00Z', now)).toBeDefined()
})

test.each([
  '',
  '203.0.113.7',
  '@2026-03-02T18:00Z',
  '203.0.113.7,0.0.0.0/0@2026-03-02T18:00Z',
  '203.0.113.7@2026-03-02T18:00Z@2026-03-02T18:00Z',
  '203.0.113.7@2026-03-02',
  '203.0.113.7@tomorrow',
  '203.0.113.7@x2026-03-02T18:00Z',
  '203.0.113.7@2026-03-02T18:00Zx',
])('%j is not an event', (text) => {
  expect(parseEventNetworks(text, now)).toBeUndefined()
})
