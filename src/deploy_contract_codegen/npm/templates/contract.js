// {{ note }}
export default {
"format": {{ format }},
"policies": [],
"options": {"hosting":null,"unknown_fields":null,"unknown_operations":"allow","base_path":"","modes":{}},
"limits": {"request_body":1048576,"response_body":16777216,"request_objects":50000,"response_objects":150000,"items":{{ items }},"string":1048576,"violations":20,"query":65536},
"bundle": {{ tables | compact }}
};
