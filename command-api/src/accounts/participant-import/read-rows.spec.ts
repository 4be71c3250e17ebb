import { expect, test } from 'vitest'
import { readRows } from './read-rows.ts'

const read = (text: string) => readRows(Buffer.from(text))
const errorsOf = (text: string) =>
  read(text).flatMap(({ row, errors }) => errors.map(({ column, message }) => `${row} ${column}: ${message}`))

test('reads name, email and username, by the names of the columns in any order', () => {
  const maya = {
    row: 2,
    fullName: 'Maya Lindgren',
    email: 'maya@example.org',
    username: 'maya_l',
    errors: [],
  }
  expect(read('Full name,Email,Username\nMaya Lindgren,maya@example.org,maya_l')).toEqual([maya])
  expect(
    read(
      '\uFEFFBenutzername;E-Mail;Team;Vollständiger Name\r\nmaya_l; maya@example.org ;A;Maya Lindgren\r\n',
    ),
  ).toEqual([maya])
  expect(read('name,email\nMaya Lindgren,maya@example.org')).toEqual([{ ...maya, username: undefined }])
})

test('says for each row in which column an error is, with the rules of the sign-up', () => {
  const text = [
    'Full name,Email,Username',
    'M,maya@nowhere,m l',
    ',,',
    'Ben Okafor,ben@example.org,admin',
    '=HYPERLINK("x"),eve@example.org,',
    'Lindgren, Maya,maya@example.org,maya',
  ].join('\n')
  expect(errorsOf(text.replace('=HYPERLINK("x")', '"=HYPERLINK(""x"")"'))).toEqual([
    '2 fullName: Name too short',
    '2 email: Invalid email format',
    '2 username: Only letters, numbers and underscores',
    '4 username: This username is reserved',
    '5 fullName: Invalid characters',
    '6 email: Invalid email format',
    '6 username: Only letters, numbers and underscores',
    '6 row: More values than columns',
  ])
})

test('the second row with an email address or username is an error', () => {
  const text = [
    'Full name,Email,Username',
    'Ana Example,ana@example.org,ana',
    'Ana Again,ANA@example.org,other',
    'Ben Example,ben@example.org,Ana',
    'Cleo Example,ana@example.org,x',
  ].join('\n')
  expect(errorsOf(text)).toEqual([
    '3 email: The same as in row 2',
    '4 username: The same as in row 2',
    '5 username: Username too short',
  ])
})

test.each([
  ['Full name;Mail\nAna;ana@example.org', 'The first row must name the columns “Full name” and “Email”.'],
  ['', 'The first row must name the columns “Full name” and “Email”.'],
  ['Full name,Email\n,\n\n', 'The file has no rows below the header.'],
  [
    'Full name,Email\n"Ana,ana@example.org\n',
    'The CSV file has a misplaced or missing quotation mark in line 2.',
  ],
])('refuses %.40j as a whole', (text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid-fields', message }))
})

test('refuses a file in another encoding', () => {
  const latin1 = Buffer.from('Full name,Email\nZoë,zoe@example.org', 'latin1')
  const message = 'The file is not encoded in UTF-8. Please save it as “CSV UTF-8”.'
  for (const bytes of [latin1, Buffer.from('\uFEFFFull name,Email', 'utf16le')])
    expect(() => readRows(bytes)).toThrow(expect.objectContaining({ message }))
})

test('2,000 rows are accepted, and one more is refused', () => {
  const fileWith = (length: number) =>
    ['Full name,Email', ...Array.from({ length }, (_, index) => `Ana Example,ana${index}@example.org`)].join(
      '\n',
    )
  expect(read(fileWith(2_000))).toHaveLength(2_000)
  const message = 'The file has more than 2,000 rows. Please split it.'
  expect(() => read(fileWith(2_001))).toThrow(expect.objectContaining({ code: 'invalid-fields', message }))
})
