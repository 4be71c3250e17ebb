import { expect, test } from 'vitest'
import { deviceName, deviceOf } from './device.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Microsoft Edge on Windows',
  ],
  ['', 'another browser'],
  [undefined, 'another browser'],
])('the browser that sent %j is called %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('a fact that the browser does not send is null', () => {
  expect(deviceOf(undefined)).toEqual({ browser: null, system: null })
})

test('a program is called what it calls itself, but not at any length', () => {
  expect(deviceOf('backup-script/2 (cron)')).toEqual({ browser: 'backup-script', system: null })
  expect(deviceOf(`${'x'.repeat(90)}/1.0 `).browser).toHaveLength(40)
})

test('a long header is cut', () => {
  expect(deviceOf(`${'x'.repeat(256)} Firefox/140.0`)).toEqual({ browser: null, system: null })
})
