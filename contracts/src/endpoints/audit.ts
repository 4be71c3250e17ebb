import { auditExportQuery, auditExportTypes, auditQuery, auditResponse } from '../api/admin/audit.ts'
import { get } from './endpoint-definition.ts'

export const auditEndpoints = {
  list: get('/api/admin/audit', {
    summary:
      'Who did what, before and after: actions of admins and security-relevant actions of users, newest first',
    access: 'view-admin-area',
    query: auditQuery,
    response: auditResponse,
  }),
  download: get('/api/admin/audit/export', {
    summary: 'The audit as a file, CSV or JSON, with the same filters',
    access: 'export-data',
    limit: 'export',
    query: auditExportQuery,
    download: auditExportTypes,
    errors: ['busy'],
  }),
}
