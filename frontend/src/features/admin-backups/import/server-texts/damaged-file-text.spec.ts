// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  document.documentElement.lang = 'de'
  vi.resetModules()
})
afterEach(() => {
  document.documentElement.lang = ''
})

test.each([
  ['The checksum of the file is wrong.', 'Die Prüfsumme der Datei ist falsch.'],
  ['The header is not JSON.', 'Der Kopf der Datei ist kein JSON.'],
  ['Line 1204 is not valid UTF-8.', 'Zeile 1.204 ist kein gültiges UTF-8.'],
  ['The file has 12 events; its trailer says 13.', 'Die Datei hat 12 Ereignisse; an ihrem Schluss steht 13.'],
  ['Something else.', 'Something else.'],
])('"%s" is shown in German', async (message, german) => {
  const { damagedFileText } = await import('./damaged-file-text.ts')
  expect(damagedFileText(message)).toBe(german)
})
