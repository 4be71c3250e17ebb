import type { ReactNode } from 'react'
import { PasswordSection } from './password-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'

type AccountSectionsProps = {
  /** Admins do not delete their account themselves on a screen. */
  isAdmin?: boolean
  sessions?: ReactNode
}

/** What belongs to the account and not to the profile: password, sessions, own data, deletion. */
export const AccountSections = ({ isAdmin = false, sessions }: AccountSectionsProps) => (
  <>
    <PasswordSection />
    {sessions}
    <ExportSection />
    {!isAdmin && <DeleteSection />}
  </>
)
