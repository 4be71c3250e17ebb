import { expect, test } from 'vitest'
import { webhookAddressError } from './webhook-address.ts'
import { maxWebhookAddressLength } from './webhooks.ts'

const strict = { http: false, private: false }
const open = { http: true, private: true }

test.each([
  'https://hooks.example/services/T1?token=x',
  'https://hooks.example:8443/',
  'https://hooks.example:443',
  'https://hooks.example:80',
  'https://hooks.example:1024',
  `https://hooks.example/${'x'.repeat(maxWebhookAddressLength - 'https://hooks.example/'.length)}`,
  'HTTPS://hooks.example',
])('%s can be used', (address) => {
  expect(webhookAddressError(address, strict)).toBeUndefined()
})

test.each([
  ['http://hooks.example/', 'The address must start with https://'],
  ['ftp://hooks.example/', 'Enter an address that starts with https://'],
  ['javascript:alert(1)', 'Enter an address that starts with https://'],
  ['see https://hooks.example', 'Enter an address that starts with https://'],
  ['hooks.example', 'Enter an address that starts with https://'],
  ['', 'Enter an address that starts with https://'],
  ['https://', 'Enter an address that starts with https://'],
  ['https://user@hooks.example/', 'The address must not contain a username or password'],
  ['https://user:password@hooks.example/', 'The address must not contain a username or password'],
  ['https://hooks.example/#part', 'The address must not have a fragment (#)'],
  ['https://localhost/', 'The address must be a public domain name'],
  ['https://127.0.0.1/', 'The address must be a public domain name'],
  ['https://0x7f.1/', 'The address must be a public domain name'],
  ['https://[::1]/', 'The address must be a public domain name'],
  ['https://8.8.8.8/', 'The address must be a public domain name'],
  ['https://hooks.example:25/', 'The port must be 443 or above 1023'],
  ['https://hooks.example:1023/', 'The port must be 443 or above 1023'],
  [`https://hooks.example/${'x'.repeat(1_000)}`, 'At most 1,000 characters'],
])('%s: %s', (address, error) => {
  expect(webhookAddressError(address, strict)?.message).toBe(error)
})

test('an installation may allow http and private networks', () => {
  for (const address of [
    'http://hooks.example/',
    'http://hooks.example:443/',
    'http://localhost:4000/',
    'https://10.0.0.1/',
  ])
    expect(webhookAddressError(address, open)).toBeUndefined()
  expect(webhookAddressError('http://user@localhost:4000/', open)).toBeDefined()
  expect(webhookAddressError('http://localhost:4000/', { http: true, private: false })).toBeDefined()
})
