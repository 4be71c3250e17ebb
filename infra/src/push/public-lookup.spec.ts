import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { AddressNotPublic, isPublicAddress, publicLookupWith } from './public-lookup.ts'

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.7', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:93.184.216.34', false],
  ['thirty.example', false],
  ['', false],
])('%s is on the public internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

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

test.each([[['10.1.2.3']], [['93.184.216.34', '10.1.2.3']], [['10.1.2.3', '93.184.216.34']], [[]]])(
  'a name that leads to %j is refused',
  (addresses) => {
    const [error] = lookUp(addresses, { all: true })
    expect(error).toBeInstanceOf(AddressNotPublic)
  },
)

test('a name that cannot be resolved is reported as such', () => {
  const error = new Error('ENOTFOUND')
  expect(lookUp([], { error })[0]).toBe(error)
})
