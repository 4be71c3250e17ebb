import { PasswordSection } from './password-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** What belongs to the account and not to the profile: password, sessions, own data, deletion. */
export const AccountSections = () => (
  <>
    <PasswordSection />
    <SessionsSection />
    <ExportSection />
    <DeleteSection />
  </>
)
