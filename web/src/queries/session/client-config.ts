import { queryOptions } from '@tanstack/react-query'
import { getClientConfig } from '@zing/proto/http/client-config'
import { call } from '../../lib/http/call.ts'

/** Links and flags that the operator sets. */
export const clientConfigQuery = queryOptions({ queryKey: ['config'], queryFn: () => call(null, getClientConfig) })
