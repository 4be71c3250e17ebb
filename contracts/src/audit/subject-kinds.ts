/** What an entry of the audit can be about. */
export const auditSubjectKinds = [
  'challenge',
  'backup',
  'project',
  'user',
  'invitation',
  'discussion',
  'text',
  'data',
  'webhook',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]
