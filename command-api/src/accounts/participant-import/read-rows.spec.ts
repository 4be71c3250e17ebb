import { parseCsv } from '@thirty/infra/csv/csv.ts'
import { expect, test } from 'vitest'
import { findColumns, readRows } from './read-rows.ts'

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

test('the second row with an email address, in any spelling, or username is an error', () => {
  const text = [
    'Full name,Email,Username',
    'Ana Example,ana@example.org,ana',
    'Ana Again,ANA@example.org,other',
    'Ben Example,ben@example.org,Ana',
    'Cleo Example,ana@example.org,x',
    'Dan Example,dan@bücher.example,',
    'Eva Example,dan@xn--bcher-kva.example,',
  ].join('\n')
  expect(errorsOf(text)).toEqual([
    '3 email: The same as in row 2',
    '4 username: The same as in row 2',
    '5 username: Username too short',
    '7 email: The same as in row 6',
  ])
})

const otherColumns = (found: string) =>
  `The first row must name the columns “Full name” and “Email”. It has: ${found}`
const misplacedMark = 'The CSV file has a misplaced or missing quotation mark in line 2.'
test.each([
  ['Full name;Phone\nAna;ana@example.org', otherColumns('“Full name”, “Phone”')],
  ['Ana Example:ana@example.org\n', otherColumns('“Ana Example:ana@example.org”')],
  ['', 'The file is empty.'],
  ['\uFEFF\n ; \n', 'The file is empty.'],
  ['PK\u0003\u0004rest', 'This is a workbook of a spreadsheet program. Please save it as “CSV UTF-8”.'],
  ['Full name,Email\n,\n\n', 'The file has no rows below the header.'],
  ['Full name,Email\n"Ana,ana@example.org\n', misplacedMark],
])('refuses %.40j as a whole', (text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid-fields', message }))
})

test('refuses a file in another encoding', () => {
  const latin1 = Buffer.from('Full name,Email\nZoë,zoe@example.org', 'latin1')
  const message = 'The file is not encoded in UTF-8. Please save it as “CSV UTF-8”.'
  const central = Buffer.from([...Buffer.from('Full name,Email\n'), 0xa3, 0x75])
  for (const bytes of [latin1, central])
    expect(() => readRows(bytes)).toThrow(expect.objectContaining({ message }))
})

const whole = 'Zoë Example;zoe@example.org;zoe'
const halves = 'Zoë;Example;zoe@example.org;zoe'
test.for([
  ['tabs', 'Full name;Email;Username\n'.replaceAll(';', '\t'), whole.replaceAll(';', '\t')],
  ['a line that names the separator', 'sep=;\r\nFull name;Email;Username\r\n', `${whole}\r\n`],
  ['no-break spaces', 'Full\u00a0name;Email\u00a0;Username\n', whole.replace(' ', '\u00a0')],
  ['underscores', 'full_name;e_mail;user_name\n', whole],
  ['capital letters and hyphens', 'FULL-NAME,E-MAIL,USER-NAME\n', whole.replaceAll(';', ',')],
  ['camel case', 'fullName;emailAddress;userName\n', whole],
  ['French names', 'Nom complet;Adresse e-mail;Identifiant\r\n', whole],
  ['French halves', 'Nom;Prénom;Courriel;Nom d’utilisateur\n', 'Example;Zoë;zoe@example.org;zoe'],
  ['Spanish names', 'Nombre completo;Correo electrónico;Usuario\n', whole],
  ['Spanish halves', 'Nombre;Apellidos;Correo electrónico;Usuario\n', halves],
  ['German halves', 'Name;Vorname;E-Mail-Adresse;Benutzername\n', 'Example;Zoë;zoe@example.org;zoe'],
  ['Italian halves', 'Nome;Cognome;Indirizzo e-mail;Nome utente\n', halves],
  ['Portuguese names', 'Nome completo;Correio eletrónico;Utilizador\n', whole],
  ['Dutch halves', 'Voornaam;Achternaam;E-mailadres;Gebruikersnaam\n', halves],
  ['English halves', 'First Name;Last Name;Mail;Login\n', halves],
  ['empty lines first', '\n;;\nFull name;Email;Username\n', whole],
] as const)('reads a file with %s', ([, head, row]) => {
  expect(read(head + row)).toMatchObject([
    { fullName: 'Zoë Example', email: 'zoe@example.org', username: 'zoe', errors: [] },
  ])
})

test.for([
  ['with a byte order mark', '\uFEFF'],
  ['without one', ''],
])('reads a file in UTF-16 of either order %s', ([, mark]) => {
  const little = Buffer.from(`${mark}Full name\tEmail\r\nZoë 李\tzoe@example.org\r\n`, 'utf16le')
  for (const bytes of [little, Buffer.from(little).swap16()])
    expect(readRows(bytes)).toMatchObject([{ row: 2, fullName: 'Zoë 李', errors: [] }])
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

test('thousands of columns are looked through in about the time in which their line is read', () => {
  const line = 'column,'.repeat(10_000)
  const timeOf = (action: () => unknown) => {
    const since = performance.now()
    action()
    return performance.now() - since
  }
  const head = line.split(',')
  const isSlow = () => timeOf(() => findColumns(head)) > 10 * timeOf(() => parseCsv(line))
  expect([1, 2, 3].every(isSlow)).toBe(false)
})
