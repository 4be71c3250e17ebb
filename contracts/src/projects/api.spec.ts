import { expect, test } from 'vitest'
import { submitProjectRequest } from './api.ts'

const project = {
  projectName: 'Tomato clock',
  liveLink: 'https://tomato.example.dev/?a=1',
  repoLink: 'https://github.com/maya/tomato',
  description: 'Counts down twenty-five minutes.',
  languages: 'TypeScript, CSS',
  imageUrl: `/uploads/${'a'.repeat(32)}.webp`,
  day: 18,
}
const invalidField = (change: object) => {
  const parsed = submitProjectRequest.safeParse({ ...project, ...change })
  return parsed.success ? undefined : parsed.error.issues[0]?.path.join('.')
}

test('accepts a complete project; frameworks are optional', () => {
  expect(submitProjectRequest.parse(project)).toEqual(project)
  expect(invalidField({ frameworks: 'React' })).toBeUndefined()
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\tjavascript:alert(1)',
  'javascript://x.org/%0aalert(1)',
  'data:text/html,x',
  'ftp://x.org',
  'https://user@evil.example',
  'example.org',
  'https://',
  `https://x.org/${'a'.repeat(2048)}`,
])('%j is not a link', (address) => {
  expect(invalidField({ liveLink: address })).toBe('liveLink')
  expect(invalidField({ repoLink: address })).toBe('repoLink')
})

test.each([
  'https://evil/x.png',
  'data:image/png;base64,',
  '/uploads/../x.webp',
  `/uploads/${'a'.repeat(32)}.webp?x`,
])('a screenshot must be an upload, not %j', (imageUrl) =>
  expect(invalidField({ imageUrl })).toBe('imageUrl'),
)

test.each([0, 31, 1.5, '5', true, null])('%j is not a day', (day) =>
  expect(invalidField({ day })).toBe('day'),
)
