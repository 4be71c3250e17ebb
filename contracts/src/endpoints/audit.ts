import { auditExportQuery, auditExportTypes, auditQuery, auditResponse } from '../api/admin/audit.ts'
import { defineEndpoint } from './endpoint-definition.ts'

export const auditEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary:
      'Who did what, before and after: actions of admins and security-relevant actions of users, newest first',
    access: 'view-admin-area',
    limit: 'query',
    query: auditQuery,
    response: auditResponse,
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: 'The audit as a file, CSV or JSON, with the same filters',
    access: 'export-data',
    limit: 'export',
    query: auditExportQuery,
    download: auditExportTypes,
    errors: ['busy'],
  }),
}
