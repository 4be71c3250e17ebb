import { expect, test } from 'vitest'
import { sealing } from './sealed-text.ts'

const { seal, unseal } = sealing('k'.repeat(32), 'letters')

test('a sealed text is unreadable, differs each time, and comes back for its context', () => {
  const sealed = seal('Grüße 🎉', 'one')
  expect(Buffer.from(sealed.slice(3), 'base64url').toString('utf8')).not.toContain('Gr')
  expect(seal('Grüße 🎉', 'one')).not.toBe(sealed)
  expect(unseal(sealed, 'one')).toBe('Grüße 🎉')
  expect(unseal(seal('', 'one'), 'one')).toBe('')
})

test('another context, purpose or key, or a changed byte, gives nothing', () => {
  const sealed = seal('text', 'one')
  expect(unseal(sealed, 'two')).toBeUndefined()
  expect(sealing('k'.repeat(32), 'parcels').unseal(sealed, 'one')).toBeUndefined()
  expect(sealing('o'.repeat(32), 'letters').unseal(sealed, 'one')).toBeUndefined()
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  for (const text of [changed, '', 'v1.', 'v1.AAAA', `v2.${sealed.slice(3)}`])
    expect(unseal(text, 'one')).toBeUndefined()
})
