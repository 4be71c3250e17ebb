import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const rocket = '🚀'
test.each([
  ['short', 'My board works by hand.', 'My board works by hand.'],
  ['just short enough', 'x'.repeat(280), 'x'.repeat(280)],
  ['too long', 'x'.repeat(281), `${'x'.repeat(280)}…`],
  ['too long, with a space at the cut', `${'x'.repeat(279)} and so on`, `${'x'.repeat(279)}…`],
  ['of characters of two UTF-16 units', rocket.repeat(280), rocket.repeat(280)],
  ['of such characters that is too long', `x${rocket.repeat(400)}`, `x${rocket.repeat(279)}…`],
])('a text that is %s is shown in full, or cut with an ellipsis', (_, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})
