import { expect, test } from 'vitest'
import { withPageHead } from './page-head.ts'

const page = `<!doctype html><html><head><meta name="description" content="Old." /><title>Site</title>
<script nonce="CSP_NONCE"></script></head><body></body></html>`
const head = { site: 'Site', title: 'A & B', description: 'Text', image: '/card.png' }
const where = { origin: 'https://site.example', path: '/p/1' }

test('a page has the title, the text and the absolute address of the picture in its head', () => {
  const html = withPageHead(page, head, where)
  expect(html).toContain('<title>A &amp; B</title>')
  expect(html).toContain('<meta property="og:title" content="A &amp; B" />')
  expect(html).toContain('<meta name="description" content="Text" />')
  expect(html).toContain('<meta property="og:image" content="https://site.example/card.png" />')
  expect(html).toContain('<meta property="og:url" content="https://site.example/p/1" />')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />')
  expect(html).not.toContain('Old.')
})

const hostile = [
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  "' onload='alert(1)",
  "$& $1 $` $'",
  'CSP_NONCE',
  '<meta http-equiv="refresh" content="0;url=http://evil.example">',
]

test.each(hostile)('%j stays a text of the head', (text) => {
  const html = withPageHead(
    page,
    { ...head, title: text, description: text },
    { ...where, path: `/p/${text}` },
  )
  const before = page.match(/</g)?.length ?? 0
  const tags = withPageHead(page, { ...head, title: 'x', description: 'x' }, where).match(/</g)?.length ?? 0
  expect(tags).toBeGreaterThan(before)
  expect(html.match(/</g)).toHaveLength(tags)
  expect(html.match(/"/g)).toHaveLength(withPageHead(page, head, where).match(/"/g)?.length ?? 0)
})
