import { expect, test } from 'vitest'
import { homePath, safeReturnPath } from './return-path.ts'

const project = 'r1-d4-0198c0de-0000-7000-8000-000000000001'

test.each([
  '/dashboard',
  '/SubmitProject',
  '/SubmitProject?day=7',
  '/ProjectList',
  '/projects',
  '/projects?language=Rust&day=3',
  '/leaderboard',
  '/leaderboard?sort=quality&order=asc&around=me',
  '/profile',
  '/daily-challenge',
  '/resources',
  '/community?tab=members',
  `/project/${project}`,
  `/projects/${project}/ratings`,
])('%s is a page for participants', (page) => {
  expect(safeReturnPath(page)).toBe(page)
})

const rejectedPaths = [
  // Another site.
  'https://evil.example',
  'https:evil.example',
  'https:\\\\evil.example',
  'evil.example',
  // Another site without a scheme, as browsers understand it.
  '//evil.example',
  '//evil.example/dashboard',
  '//dashboard',
  `//project/${project}`,
  `//projects/${project}/ratings`,
  '\\dashboard',
  '/\\evil.example',
  '\\/evil.example',
  '//evil。example',
  // White space and control characters, which browsers ignore.
  ' //evil.example',
  '/\t/evil.example',
  '\u0001https://evil.example',
  ' /dashboard',
  '/dashboard ',
  '/dashboard\n',
  '/dashboard\n//evil.example',
  '\ufeff/dashboard',
  // The same, percent-encoded.
  '/%5cevil.example',
  '/%0d%0aLocation:%20//evil.example',
  '/dashboard%0d%0aSet-Cookie:%20a=b',
  '/..//evil.example',
  '/@evil.example',
  // Scripts and other schemes.
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  // Pages of this site that are not targets of a login.
  '/',
  '/login',
  '/signup',
  '/reset-password?token=x',
  '/auth/success?token=x',
  '/api/auth/me',
  '/api/auth/google?redirect=//evil.example',
  '/uploads/evil.svg',
  '/admin',
  '/admin/settings',
  '/Admin/settings',
  // Almost a page for participants.
  `https://evil.example/project/${project}`,
  `//evil.example/projects/${project}/ratings`,
  '/%64ashboard',
  '/dashboard?//evil.example&a=b',
  '/dashboard?<a>=b',
  '/dashboard/',
  '/Dashboard',
  '/dashboard/..//evil.example',
  '/dashboard/../admin/settings',
  '/dashboard#//evil.example',
  '/dashboard?',
  '/dashboard??a=b',
  '/dashboard?a=b?//evil.example',
  '/dashboard?next=//evil.example',
  '/dashboard?next=/admin',
  '/dashboard?next=evil:1',
  '/dashboard?a=%41',
  '/dashboard?a=%2f%2fevil.example',
  '/dashboard?a=b&c',
  '/dashboard?a1=b',
  `/dashboard?${'a'.repeat(21)}=b`,
  `/dashboard?a=${'b'.repeat(41)}`,
  `/dashboard?${'a=b&'.repeat(9)}`,
  '/dashboard;jsessionid=1',
  '/dashboard@evil.example',
  '/dashboard.evil.example',
  '/ｄashboard',
  '/project/',
  `/project/${project}0`,
  `/project/${project.slice(0, -1)}g`,
  '/project/r1-d4-../../admin',
  `/project/${project}/../../admin`,
  `/projects/${project}`,
  `/projects/${project}/ratings/`,
  `/project/${project}?token=a.b`,
  'dashboard',
  './dashboard',
  'https:/dashboard',
  '',
]

test.each(rejectedPaths)('%j leads to the dashboard', (trick) => {
  expect(safeReturnPath(trick)).toBe(homePath)
})

test('values other than text lead to the dashboard, and very long texts do so quickly', () => {
  for (const value of [undefined, null, 7, {}, ['/profile'], true])
    expect(safeReturnPath(value)).toBe(homePath)
  const startedAt = performance.now()
  expect(safeReturnPath(`/dashboard?${'a=b&'.repeat(100_000)}!`)).toBe(homePath)
  expect(safeReturnPath(`/projects/r${'1'.repeat(1_000_000)}`)).toBe(homePath)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
