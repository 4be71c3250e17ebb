export const savedTextMutations = [
  {
    row: 'T461',
    file: 'command-api/src/saved-texts/decide.ts',
    find: 'if (position <= BigInt(version)) return',
    replacement: 'if (position > BigInt(version)) return',
    spec: 'command-api/src/saved-texts/decide.spec.ts',
    testName: 'refuses to change or delete a text that another admin has changed since, with that text',
  },
  {
    row: 'T462',
    file: 'command-api/src/saved-texts/decide.ts',
    find: '.length >= maxSavedTexts)',
    replacement: '.length >= 10 * maxSavedTexts)',
    spec: 'command-api/src/saved-texts/decide.spec.ts',
    testName: 'refuses more texts than fit, for each kind',
  },
  {
    row: 'T463',
    file: 'contracts/src/rules/saved-texts.ts',
    find: 'text.replaceAll(placeholderPattern, (_, name: string) => values[name as Placeholder])',
    replacement:
      "(['name', 'project', 'day'] as const).reduce((filled, name) => filled.replaceAll(`{${name}}`, values[name]), text)",
    spec: 'contracts/src/rules/saved-texts.spec.ts',
    testName: 'what was filled in is not filled in again, and is not a pattern',
  },
  {
    row: 'T464',
    file: 'command-api/src/projects/filled-reasons.ts',
    find: 'if (filled.length > maxReviewText.rejection) refuseTooLong()',
    replacement: '',
    spec: 'command-api/src/projects/review-many.int.spec.ts',
    testName: 'decides nothing if one reason is too long with the names filled in',
  },
  {
    row: 'T465',
    file: 'contracts/src/backup-file/portable-events.ts',
    find: 'data: withoutSavedText(data)',
    replacement: 'data',
    spec: 'contracts/src/backup-file/portable-events.spec.ts',
    testName: 'a backup file names no saved text, so that an import counts no use twice',
  },
]
