import { sealing } from '@thirty/infra/sealed-text.ts'
import { expect, test } from 'vitest'
import { secretBox } from './two-factor-parts.ts'

const box = secretBox('r'.repeat(32))

test('a secret opens for its account and under its key only', () => {
  const sealed = box.seal('ada', 'JBSWY3DP')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(box.open('ada', sealed)).toBe('JBSWY3DP')
  expect(box.open('bob', sealed)).toBeUndefined()
  expect(secretBox('s'.repeat(32)).open('ada', sealed)).toBeUndefined()
})

test('two seals of one secret differ, and a changed one does not open', () => {
  const sealed = box.seal('ada', 'JBSWY3DP')
  expect(box.seal('ada', 'JBSWY3DP')).not.toBe(sealed)
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  for (const text of [changed, '']) expect(box.open('ada', text)).toBeUndefined()
})

test('a secret is a sealed text for its account, with its own key', () => {
  const sealed = box.seal('ada', 'JBSWY3DP')
  expect(sealing('r'.repeat(32), 'authenticator app').unseal(sealed, 'ada')).toBe('JBSWY3DP')
  expect(sealing('r'.repeat(32), 'webhooks').unseal(sealed, 'ada')).toBeUndefined()
})
