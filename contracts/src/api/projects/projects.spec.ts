import { expect, test } from 'vitest'
import { submitProjectRequest } from './projects.ts'

const clock = {
  projectName: 'Tomato clock',
  liveLink: 'https://tomato.example.dev/?a=1',
  repoLink: 'https://github.com/maya/tomato',
  description: 'Counts down twenty-five minutes.',
  languages: 'TypeScript, CSS',
  imageUrl: `/uploads/${'a'.repeat(32)}.webp`,
  day: 18,
}
const wrongField = (change: object) => {
  const parsed = submitProjectRequest.safeParse({ ...clock, ...change })
  return parsed.success ? undefined : parsed.error.issues[0]?.path.join('.')
}

test('a complete project passes, frameworks are optional', () => {
  expect(submitProjectRequest.parse(clock)).toEqual(clock)
  expect(wrongField({ frameworks: 'React' })).toBeUndefined()
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
])('%j is no link', (address) => {
  expect(wrongField({ liveLink: address })).toBe('liveLink')
  expect(wrongField({ repoLink: address })).toBe('repoLink')
})

test.each([
  'https://evil/x.png',
  'data:image/png;base64,',
  '/uploads/../x.webp',
  `/uploads/${'a'.repeat(32)}.webp?x`,
])('a screenshot can only be an upload, not %j', (imageUrl) =>
  expect(wrongField({ imageUrl })).toBe('imageUrl'),
)

test.each([0, 31, 1.5, '5', true, null])('%j is no day', (day) => expect(wrongField({ day })).toBe('day'))

test.each([{ status: 'approved' }, { averageRating: 5 }, { user: 'someone' }])(
  '%j cannot be slipped in',
  (extra) => {
    expect(submitProjectRequest.safeParse({ ...clock, ...extra }).success).toBe(false)
  },
)
