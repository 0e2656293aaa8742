import type { APIResponse, Route } from "@playwright/test";

/**
 * Fetches the portal's answer to an intercepted call. Playwright keeps its connections, and the portal may end an idle one at the same
 * moment: the call then goes over another, as a browser sends it.
 */
export const realAnswer = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 2 });
