// One script for the frame of the admin area and for what it shows in place of a screen that needs another role.
export { AdminShell } from './admin-shell.tsx'
export { NeedsPermission } from './needs-permission.tsx'
