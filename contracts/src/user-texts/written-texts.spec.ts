import { expect, test } from 'vitest'
import { textBytes } from './written-texts.ts'

test.each(['', 'Pulse', 'Zoë Ó Briain', '30 € für alle', 'ready 🚀', '日本語', 'half of a pair \ud83d'])(
  'the size of %j is its number of bytes in UTF-8',
  (text) => {
    expect(textBytes(text)).toBe(new TextEncoder().encode(text).length)
  },
)
