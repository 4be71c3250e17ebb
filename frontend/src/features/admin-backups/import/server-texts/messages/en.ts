/** Why the server refuses the file of a backup, exactly as it says it. */
export const en = {
  empty: 'The file is empty or incomplete.',
  otherFile: 'The file does not begin like an exported file.',
  fileTooLarge: 'The file is too large.',
  contentTooLarge: 'The content of the file is too large.',
  compressedTooMuch: 'The file is compressed far more than an exported file.',
  dataDamaged: 'The compressed data is damaged.',
  behindEnd: 'There is extra data after the end of the file.',
  checksumWrong: 'The checksum of the file is wrong.',
  endDamaged: 'The file is incomplete, or its end is damaged.',
  changedSince: 'The file has changed since it was verified.',

  otherFormat: 'This file is not in the format {format}.',
  newerRelease:
    'A newer release wrote this file: it has format version {version}, and this release reads {known}.',
  unknownVersion: 'The header has an unknown format version.',
  noProductVersion: 'The header has no product version.',
  noHeader: 'The file has no header.',
  noBackup: 'The header does not describe a backup.',
  otherCounts: 'The header counts other events than the file has.',
  otherStatistics: 'The statistics in the header do not match the events.',

  noTrailer: 'The file has no trailer.',
  trailerIncomplete: 'The trailer is incomplete.',
  otherCount: 'The file has {events} events; its trailer says {count}.',
  otherHash: 'The final hash is not that of the last line.',
  otherCompressedHash: 'The compressed data was changed: its hash is not that in the trailer.',
  otherLeaderboard: 'The events lead to another leaderboard than the trailer says.',

  tooManyEvents: 'The file has too many events.',
  middleOfLine: 'The file ends in the middle of a line.',
  lineTooLong: 'Line {line} is too long.',
  doesNotFollow:
    '{part} does not follow the line before it: lines were changed, moved, duplicated or removed.',
  notUtf8: '{part} is not valid UTF-8.',
  otherFields: '{part} must have exactly these fields: {fields}.',
  notJson: '{part} is not JSON.',
  otherForm: '{part} is not in the form that is exported.',
  noObject: '{part} is not a JSON object.',
  otherSignature: 'The signature of the file is not that of its content.',
  noAdmin: 'The participant {id} has reviewed or rated like an admin.',
  eventRefused: 'The event in line {line} would be refused: {reason}',
  eventFault: 'The event in line {line} {fault}',

  theHeader: 'The header',
  theTrailer: 'The trailer',
  lineNumber: 'Line {line}',
} as const
