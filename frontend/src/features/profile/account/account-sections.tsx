import type { ReactNode } from 'react'
import { PasswordSection } from './password-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'

/** What belongs to the account and not to the profile: password, sessions, own data, deletion. */
export const AccountSections = ({ sessions }: { sessions?: ReactNode }) => (
  <>
    <PasswordSection />
    {sessions}
    <ExportSection />
    <DeleteSection />
  </>
)
