import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { AddressNotPublic, isPublicAddress, publicLookupWith } from './public-lookup.ts'

const publicAddresses =
  '93.184.216.34 8.8.8.8 142.250.1.1 2a00:1450:4001:80b::200a 2606:2800:220:1:248:1893:25c8:1946'
const otherAddresses = [
  '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.7 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255',
  '198.18.0.1 ::1 :: fe80::1 fd00::1 fc00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:93.184.216.34',
  '64:ff9b::7f00:1 2002:7f00:1:: 2001::1 thirty.example',
]

test.each(publicAddresses.split(' '))('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([...otherAddresses.flatMap((line) => line.split(' ')), 'not an address', ''])(
  '%s is not public',
  (address) => {
    expect(isPublicAddress(address)).toBe(false)
  },
)

type Answer = [error: Error | null, address?: string | LookupAddress[], family?: number | undefined]

/** Returns what a connection is told when a name leads to these addresses. */
function lookUp(addresses: string[], { all = false, error }: { all?: boolean; error?: Error } = {}): Answer {
  const answers: Answer[] = []
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup = publicLookupWith((hostname, options, callback) => {
    expect([hostname, options.all]).toEqual(['hooks.example', true])
    callback(error ?? null, error ? [] : found)
  })
  lookup('hooks.example', { all }, (...answer) => answers.push(answer))
  expect(answers).toHaveLength(1)
  return answers[0] ?? [null]
}

test('a name that leads to public addresses only is connected to exactly these', () => {
  const addresses = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']
  expect(lookUp(addresses)).toEqual([null, '93.184.216.34', 4])
  expect(lookUp(addresses, { all: true })).toEqual([
    null,
    [
      { address: addresses[0], family: 4 },
      { address: addresses[1], family: 6 },
    ],
  ])
})

test.each([
  [['10.1.2.3']],
  [['93.184.216.34', '10.1.2.3']],
  [['10.1.2.3', '93.184.216.34']],
  [['93.184.216.34', '::1']],
  [['93.184.216.34', '::ffff:10.1.2.3']],
  [[]],
])('a name that leads to %j is refused', (addresses) => {
  for (const all of [true, false]) expect(lookUp(addresses, { all })[0]).toBeInstanceOf(AddressNotPublic)
})

test('a name that cannot be resolved is reported as such', () => {
  const error = new Error('ENOTFOUND')
  expect(lookUp([], { error })[0]).toBe(error)
})
