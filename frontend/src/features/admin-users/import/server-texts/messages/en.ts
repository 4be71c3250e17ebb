export const en = {
  sameAsRow: 'The same as in row {row}',
  moreValues: 'More values than columns',
  usernameTaken: 'This username is taken',
  inUse: 'Somebody is using this email or username right now. Import the file again in a minute.',
  noRows: 'The file has no rows below the header.',
  tooManyRows: 'The file has more than {count} rows. Please split it.',
  encoding: 'The file is not encoded in UTF-8. Please save it as “CSV UTF-8”.',
  columns: 'The first row must name the columns “Full name” and “Email”. It has: {columns}',
  fileEmpty: 'The file is empty.',
  workbook: 'This is a workbook of a spreadsheet program. Please save it as “CSV UTF-8”.',
  quotationMark: 'The CSV file has a misplaced or missing quotation mark in line {line}.',
} as const
