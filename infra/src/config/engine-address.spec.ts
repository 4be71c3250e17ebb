import { expect, test } from 'vitest'
import { parseEventStoreAddress, isOnThisMachine, parseRedisAddress } from './engine-address.ts'

test('an address of EventStoreDB names one machine or several, and is encrypted unless it says otherwise', () => {
  expect(parseEventStoreAddress('esdb://localhost')).toEqual({ hosts: ['localhost'], isEncrypted: true })
  expect(parseEventStoreAddress('esdb+discover://admin:s%40fe@one:2113,two.example:2114/?tls=true')).toEqual({
    hosts: ['one', 'two.example'],
    isEncrypted: true,
    password: 's@fe',
  })
  expect(parseEventStoreAddress('esdb://127.0.0.1:2113?nodePreference=leader&TLS=False')?.isEncrypted).toBe(
    false,
  )
})

test.each(['http://localhost', 'esdb://', 'esdb://a b', 'esdb://one:99999', 'esdb://one,', 'esdb:localhost'])(
  '%s is no address of EventStoreDB',
  (text) => expect(parseEventStoreAddress(text)).toBeUndefined(),
)

test('an address of Redis tells its host, its password and whether it is encrypted', () => {
  expect(parseRedisAddress('redis://localhost:6379/1')).toEqual({ hosts: ['localhost'], isEncrypted: false })
  expect(parseRedisAddress('rediss://:p%3Aq@cache.example')).toEqual({
    hosts: ['cache.example'],
    isEncrypted: true,
    password: 'p:q',
  })
  expect(parseRedisAddress('localhost:6379')).toBeUndefined()
})

test('this machine has several names, and a cluster is here only with all its members', () => {
  const hosts = (...hosts: string[]) => isOnThisMachine({ hosts, isEncrypted: false })
  expect(hosts('localhost', '127.0.0.2', '[::1]')).toBe(true)
  expect(hosts('localhost', 'two')).toBe(false)
  expect(hosts('127.0.0.1.example')).toBe(false)
})
