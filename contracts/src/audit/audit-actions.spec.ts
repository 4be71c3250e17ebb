import { expect, test } from 'vitest'
import { auditActions } from './audit-actions.ts'

test('an action has the id and the label that its event names, or else what follows from the type of the event', () => {
  expect(auditActions).toMatchObject({
    'project-approved': { label: 'Project approved' },
    'backup-key-accepted': { label: 'Backup key accepted' },
    'import-started': { label: 'Import started' },
    'freeze-cancelled': { label: 'Freeze canceled' },
    'project-rated': { label: 'Official rating' },
    'two-factor-reset': { label: 'Two-factor sign-in reset' },
  })
})
