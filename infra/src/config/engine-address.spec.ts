import { expect, test } from 'vitest'
import { parseEventStoreAddress, isOnThisMachine, parseRedisAddress } from './engine-address.ts'

test.each([
  [
    'esdb://localhost',
    { hosts: ['localhost'], nodes: ['localhost:2113'], isCluster: false, isEncrypted: true },
  ],
  [
    'esdb+discover://admin:s%40fe@one:2113,two.example:2114/?tls=true',
    {
      hosts: ['one', 'two.example'],
      nodes: ['one:2113', 'two.example:2114'],
      isCluster: true,
      isEncrypted: true,
      password: 's@fe',
    },
  ],
  ['esdb://127.0.0.1:2113?nodePreference=leader&TLS=False', { isEncrypted: false }],
  ['kurrentdb://localhost', { hosts: ['localhost'], isCluster: false }],
  ['kurrentdb+discover://a:b@one:2113/?tls=false', { isCluster: true, isEncrypted: false, password: 'b' }],
])('parses %s as an EventStoreDB address', (text, parts) => {
  expect(parseEventStoreAddress(text)).toMatchObject(parts)
})

test.each([
  'http://localhost',
  'kurrent://one',
  'kurrentdb:localhost',
  'esdb://',
  'esdb://a b',
  'esdb://one:99999',
  'esdb://one,',
  'esdb:localhost',
])('refuses %s as an EventStoreDB address', (text) => expect(parseEventStoreAddress(text)).toBeUndefined())

test('parses host, password and encryption of a Redis address', () => {
  expect(parseRedisAddress('redis://localhost:6379/1')).toEqual({ hosts: ['localhost'], isEncrypted: false })
  expect(parseRedisAddress('rediss://:p%3Aq@cache.example')).toEqual({
    hosts: ['cache.example'],
    isEncrypted: true,
    password: 'p:q',
  })
  expect(parseRedisAddress('localhost:6379')).toBeUndefined()
})

test('recognises this machine by several names, and a cluster only when all its hosts are this machine', () => {
  const names = ['localhost', '127.0.0.2', '[::1]', '::1', 'LOCALHOST.', 'thirty.localhost']
  expect(isOnThisMachine(...names)).toBe(true)
  expect(isOnThisMachine('localhost', 'two')).toBe(false)
  expect(isOnThisMachine('127.0.0.1.example')).toBe(false)
})
