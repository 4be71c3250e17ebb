export const en = {
  exportAs: 'Export {format}',
  exportKindAs:
    'Export {kind, select, users {users} projects {projects} ratings {ratings} standings {the standings} other {the audit}} as {format}',
  exporting: 'Exporting',
  exported:
    'Exported {kind, select, users {the users} projects {the projects} ratings {the ratings} standings {the standings} other {the audit}}, {size}',
  exportFailed: 'Export failed: {message}',
  retry: 'Retry',
} as const
