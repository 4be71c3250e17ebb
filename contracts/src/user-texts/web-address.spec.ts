import { expect, test } from 'vitest'
import { unreachableAddress, webAddressFault } from './web-address.ts'

test.for([
  ['example.org', 'scheme'],
  ['ftp://example.org', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['https:/example.org', 'scheme'],
  ['see https://example.org', 'scheme'],
  ['https://', 'host'],
  ['https:// example.org', 'host'],
  ['https://exa mple.org', 'host'],
  ['https://\u2800', 'host'],
  ['http://\u2800', 'host'],
  ['https://\u2800/https://example.org', 'host'],
  ['https://example.org:99999', 'host'],
  ['https://ana:secret@example.org', 'credentials'],
  ['https://ana@example.org', 'credentials'],
  ['https://:secret@example.org', 'credentials'],
  ['https://example.org/~ana?a=b@c', undefined],
  ['https://bücher.example', undefined],
] as const)('%j is at fault by its %s', ([address, fault]) => {
  expect(webAddressFault(address)).toBe(fault)
})

test.for([
  'http://localhost:3000',
  'https://app.localhost/x',
  'http://127.0.0.1:5173/',
  'http://0x7f.1/',
  'http://0.0.0.0',
  'http://10.1.2.3',
  'http://172.31.255.1',
  'http://192.168.178.20:8080/a',
  'http://169.254.1.1',
  'http://100.64.0.1',
  'http://[::1]:3000',
  'http://[fd12::1]',
  'http://[fe80::1]',
  'http://[::ffff:10.0.0.1]',
  'http://my-laptop:3000',
  'http://nas1',
  'http://my-http',
  'http://my-laptop.local./',
  'http://nas.fritz.home.arpa',
])('nobody else can open %s', (address) => {
  expect(unreachableAddress(address)).toBe('local')
})

test.for([
  'https://https://example.org',
  'http://https//example.org',
  'https://http://localhost:3000',
  'https://www.https://example.org',
  'https://example.orghttps://example.org',
  'http://example.orghttps://example.org',
  'https://example.orghttp://example.org',
  'http://http/',
])('the beginning of %s is written twice', (address) => {
  expect(unreachableAddress(address)).toBe('doubled')
})

test.for([
  'https://example.org',
  'https://maya.github.io/tomato',
  'http://172.32.0.1',
  'http://8.8.8.8',
  'http://[2001:db8::1]',
  'https://localhost.example.org',
  'https://example.org/localhost?x=https://example.com',
  'https://https.example.org',
  'https://10.example.org',
  'no address',
  '',
])('%j is not warned about', (address) => {
  expect(unreachableAddress(address)).toBeUndefined()
})
